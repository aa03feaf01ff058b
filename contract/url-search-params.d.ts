/** Browsers and Node have it alike; the contract sees the types of neither. */
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init: string | [string, string][])
  [Symbol.iterator](): IterableIterator<[string, string]>
  toString(): string
}
