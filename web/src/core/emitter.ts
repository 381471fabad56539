// Who wants to know of what.

export class Emitter<Topic extends string> {
  private listeners = new Map<Topic, Set<() => void>>();

  on(topics: Topic | readonly Topic[], listener: () => void): void {
    for (const topic of typeof topics === "string" ? [topics] : topics) {
      if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
      this.listeners.get(topic)!.add(listener);
    }
  }

  emit(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }
}
