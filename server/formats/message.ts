/**
 * Where in a message something is wrong (a JSON path or XPath), and a sentence that says what, and how to correct it.
 */
export type Problem = { path: string; message: string }

/**
 * The file as which a document was sent: its kind, whether it states any amount, its bytes compressed with zstd and,
 * for an order, which is made of several files, when it was written.
 */
export type OriginalFile = { kind: string; hasAmounts: boolean; content: Buffer; modifiedAt: string | null }

/**
 * One message of a file: a parsed document that is not checked yet, or why there is none. `raw` is kept unchanged for
 * some time, `original` as long as the document exists.
 */
export type Incoming =
  | { line: number; document: unknown; raw?: Uint8Array; original?: OriginalFile | undefined }
  | { line: number; problem: Problem; raw?: Uint8Array }
