import { inflateSync } from 'node:zlib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The contents of a PDF that was read back. */
export type ReadPdf = {
  pages: number
  /**
   * The words of all pages without any spaces: where letters are set closer, the PDF reader finds a gap. Arabic comes
   * word by word in the order of the page.
   */
  text: string
  /** The same for each page. */
  perPage: string[]
  title: string | undefined
  language: string | undefined
  /** In points. */
  size: { width: number; height: number }
  /** Where the texts of the first page begin, and how wide they are: in millimetres from its upper left corner. */
  positions: { text: string; x: number; y: number; width: number }[]
  /** Every element of the structure tree by its role, in order, with the alternative text of a picture. */
  tags: { role: string; alt: string | undefined }[]
  /** All objects and metadata as written in the file, uncompressed. */
  source: string
}

const pointsPerMillimetre = 72 / 25.4

type Node = { role?: string; alt?: string; children?: Node[] }

/** Reads a PDF: its words, tags and metadata. Throws when the bytes are no PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({
    // A copy, because the PDF reader takes the bytes over.
    data: Uint8Array.from(bytes),
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const pdf = await loading.promise
  const perPage: string[] = []
  const tags: ReadPdf['tags'] = []
  let size = { width: 0, height: 0 }
  let positions: ReadPdf['positions'] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    perPage.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join(''))
    collect((await page.getStructTree()) as Node | null, tags)
    if (number > 1) continue
    size = page.getViewport({ scale: 1 })
    positions = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [
            {
              ...{ text: item.str, width: item.width / pointsPerMillimetre },
              x: Number(item.transform[4]) / pointsPerMillimetre,
              y: (size.height - Number(item.transform[5])) / pointsPerMillimetre,
            },
          ]
        : [],
    )
  }
  const { info } = await pdf.getMetadata()
  const documentInfo = info as { Title?: string; Language?: string }
  const read = {
    pages: pdf.numPages,
    text: withoutSpaces(perPage.join('')),
    perPage: perPage.map(withoutSpaces),
    title: documentInfo.Title,
    language: documentInfo.Language,
    size: { width: size.width, height: size.height },
    positions,
    tags,
    source: decompressed(Buffer.from(bytes)),
  }
  await loading.destroy()
  return read
}

/** A text without spaces, to be searched for in one that was read. */
export const withoutSpaces = (text: string) => text.replace(/[\s\u200b]+/gu, '')

function collect(node: Node | null, tags: ReadPdf['tags']): void {
  if (!node) return
  if (node.role && node.role !== 'Root') tags.push({ role: node.role, alt: node.alt })
  for (const child of node.children ?? []) collect(child, tags)
}

/** The file, followed by every stream that can be decompressed. */
function decompressed(file: Buffer): string {
  const parts = [file.toString('latin1')]
  let position = 0
  for (;;) {
    const start = file.indexOf('stream\n', position)
    if (start < 0) return parts.join('\n')
    const end = file.indexOf('endstream', start)
    position = end < 0 ? start + 7 : end + 9
    try {
      parts.push(inflateSync(file.subarray(start + 7, end)).toString('latin1'))
    } catch {
      // A stream that is not compressed is in the file as it is.
    }
  }
}
