// Gets the body of the open clip from the server, once for each figure.
import { toast } from "../panels/toasts";
import type { State } from "../core/state";
import type { Skin } from "./skin";

export class SkinLoader {
  skin: Skin | null = null;
  private wanted = "";

  constructor(
    private readonly state: State,
    private readonly came: () => void,
  ) {}

  /** The clip or its figure may be another one. */
  renew(): void {
    const { clip, figure } = this.state;
    const fits = clip?.skin && figure?.clip === clip.id ? `${clip.skin} ${figure.names.join(" ")}` : "";
    if (fits === this.wanted) return;
    this.wanted = fits;
    this.skin?.dispose();
    this.skin = null;
    this.came();
    if (fits) void this.load(fits, clip!.id);
  }

  private async load(wanted: string, clip: number): Promise<void> {
    try {
      const answer = await fetch(`skin/${clip}`);
      if (!answer.ok) throw new Error(((await answer.json()) as { error: string }).error);
      const [{ Skin }, data] = await Promise.all([import("./skin"), answer.arrayBuffer()]);
      const made = await Skin.of(data, this.state.figure!);
      if (wanted !== this.wanted) return made.dispose();
      this.skin = made;
      this.came();
    } catch (error) {
      if (wanted === this.wanted) toast(`The body is not shown: ${(error as Error).message}.`, "error");
    }
  }
}
