/** A PDF whose invoice cannot be read; `message` is a sentence for the sender. */
export class PdfRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PdfRefused'
  }
}
