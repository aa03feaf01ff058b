/**
 * A reason not to start or continue that the operator can remove; its message is printed as it is, without a stack
 * trace.
 */
export class Refusal extends Error {
  override name = 'Refusal'
}
