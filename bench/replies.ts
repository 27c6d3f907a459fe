/** Answers of a node that are given again at once: a node without latency. */
export type Replies = {
  /**
   * Answers a JSON-RPC request as its like was answered the first time, under its own id. Requests are alike in method and
   * parameters, whatever slot they want at least; simulations are alike whatever they simulate.
   *
   * @param ask - asks the node, the first time.
   */
  answer(body: string, ask: () => Promise<string>): Promise<string>;
};

/** Begins with none. */
export function createReplies(): Replies {
  const known = new Map<string, string>();
  return {
    async answer(body, ask) {
      const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown };
      const name =
        method === 'simulateTransaction'
          ? method
          : JSON.stringify([method, params], (key, value: unknown) =>
              key === 'minContextSlot' ? undefined : value,
            );
      const reply = known.get(name);
      if (reply !== undefined) return reply.replace(ID, `"id":${JSON.stringify(id)}`);
      const text = await ask();
      known.set(name, text);
      return text;
    },
  };
}

const ID = /"id":(?:"[^"]*"|[0-9]+)/;
