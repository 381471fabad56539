// The line to the server: requests with numbers, answers by the same number, and a new line when one breaks.
import type { FromPage, FromServer } from "../messages";
import { decoded, type Poses } from "./pose_frames";

type Body<M> = M extends { request: number } ? Omit<M, "request"> : never;
export type Ask = Body<FromPage>;

interface Waiting {
  said: FromServer[];
  resolve(said: FromServer[]): void;
  reject(error: Error): void;
}

export class Wire {
  connected = false;
  private socket: WebSocket | null = null;
  private number = 0;
  private waiting = new Map<number, Waiting>();
  private pause = 200; // [ms] before the next try

  constructor(
    private readonly heard: (message: FromServer) => void,
    private readonly posed: (poses: Poses) => void,
    private readonly changed: (connected: boolean) => void,
  ) {}

  open(): void {
    const socket = new WebSocket(new URL("socket", location.href.replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = 200;
      this.set(true);
    };
    socket.onmessage = ({ data }) =>
      typeof data === "string" ? this.hear(JSON.parse(data)) : this.posed(decoded(data));
    socket.onclose = () => this.lost();
    this.socket = socket;
  }

  /** Send a request; returns its number, or 0 where there is nobody to hear it. */
  send(body: Ask): number {
    if (!this.connected || !this.socket) return 0;
    this.number += 1;
    this.socket.send(JSON.stringify({ ...body, request: this.number }));
    return this.number;
  }

  /** Send a request and wait for its end: everything that was said in answer, or an error in words. */
  ask(body: Ask): Promise<FromServer[]> {
    const number = this.send(body);
    if (!number) return Promise.reject(new Error("There is no connection to the editor. It is tried again by itself."));
    return new Promise((resolve, reject) => this.waiting.set(number, { said: [], resolve, reject }));
  }

  private hear(message: FromServer): void {
    const waiting = "request" in message ? this.waiting.get(message.request) : undefined;
    if (waiting && (message.type === "done" || message.type === "failed")) {
      this.waiting.delete(message.request);
      if (message.type === "done") waiting.resolve(waiting.said);
      else waiting.reject(new Error(message.message));
      return;
    }
    waiting?.said.push(message);
    this.heard(message);
  }

  private lost(): void {
    for (const one of this.waiting.values()) one.reject(new Error("The connection was lost before this was answered."));
    this.waiting.clear();
    this.set(false);
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, 3000);
  }

  private set(connected: boolean): void {
    this.connected = connected;
    this.changed(connected);
  }
}
