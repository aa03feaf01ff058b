/** A reason not to start or go on that the operator can mend: its message is the whole sentence to print, no stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
