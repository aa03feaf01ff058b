/** Thrown by a page for what is not there, or not for this person: the page that says so is shown instead. */
export class NotFound extends Error {
  constructor() {
    super('There is no such page')
    this.name = 'NotFound'
  }
}
