/** The source cannot be looked at; the message is a sentence for staff that says how to mend it. */
export class SourceFailure extends Error {
  override name = 'SourceFailure'
}
