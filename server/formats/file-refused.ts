/** The file cannot be read; the message is a sentence for the person who sent it. */
export class FileRefused extends Error {
  override name = 'FileRefused'
}
