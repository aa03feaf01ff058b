import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileRefused } from '#server/formats/file-refused.ts'
import { fileLimits } from './rows.ts'

/* A workbook is a ZIP of XML files. Nothing of it is unpacked to the disk, and only the parts that are needed are read. */

const maxEntries = 10_000

/** A workbook's ZIP and its entries by name. */
export type Workbook = { zip: ZipFile; entries: ReadonlyMap<string, Entry> }

/** Opens a workbook. Throws FileRefused. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'it is broken'
    throw new FileRefused(`The workbook cannot be opened: ${reason}. Save it as .xlsx; .xls is another format.`)
  })
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > maxEntries) throw new FileRefused('The workbook has too many parts.')
    for await (const entry of zip.eachEntry()) {
      if (entry.uncompressedSize > fileLimits.bytes) {
        throw new FileRefused('A part of the workbook unpacks to more than 512 MB. Send it in parts.')
      }
      entries.set(entry.fileName.replace(/^\//, ''), entry)
    }
  } catch (error) {
    zip.close()
    throw error instanceof FileRefused
      ? error
      : new FileRefused('The workbook is broken: its list of parts ends too early.')
  }
  return { zip, entries }
}

/** The text of a part in pieces; a stream that gives more than its entry claims fails. */
export async function* partText({ zip, entries }: Workbook, name: string): AsyncGenerator<string> {
  const entry = entries.get(name)
  if (!entry) throw new FileRefused(`The workbook lacks its part ${name}.`)
  if (entry.isEncrypted()) throw new FileRefused('The workbook is encrypted. Save it without a password.')
  const decoder = new TextDecoder()
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      yield decoder.decode(chunk as Buffer, { stream: true })
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it is broken'
    throw new FileRefused(`The workbook cannot be unpacked: ${reason}.`)
  }
  yield decoder.decode()
}

/** A parser of a part that knows no entities and no document types. Throws FileRefused. */
export function partParser(handlers: {
  open: (tag: SaxesTagPlain) => void
  close: (name: string) => void
  text?: (text: string) => void
}): { write: (text: string) => void; close: () => void } {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('doctype', () => {
    throw new FileRefused('The workbook brings a document type of its own; no workbook needs one.')
  })
  parser.on('opentag', handlers.open)
  parser.on('closetag', ({ name }) => handlers.close(name))
  if (handlers.text) {
    parser.on('text', handlers.text)
    parser.on('cdata', handlers.text)
  }
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (error) {
      if (error instanceof FileRefused) throw error
      throw new FileRefused(`The workbook is broken: ${error instanceof Error ? error.message : 'no XML'}.`)
    }
  }
  return { write: (text) => guarded(() => void parser.write(text)), close: () => guarded(() => void parser.close()) }
}

/** The local name of an element. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads a small part whole: calls `onTag` for each element. */
async function scanPart(workbook: Workbook, name: string, onTag: (tag: SaxesTagPlain) => void): Promise<void> {
  const parser = partParser({ open: onTag, close: () => undefined })
  for await (const text of partText(workbook, name)) parser.write(text)
  parser.close()
}

export type Sheet = { name: string; part: string; hidden: boolean }

/** The sheets in their order, and whether days are counted from 1904. */
export async function listSheets(workbook: Workbook): Promise<{ sheets: Sheet[]; from1904: boolean }> {
  const targets = new Map<string, string>()
  await scanPart(workbook, 'xl/_rels/workbook.xml.rels', ({ name, attributes }) => {
    const { Id: id, Target: target } = attributes
    if (localName(name) === 'Relationship' && id && target) targets.set(id, partOf(target))
  })
  const sheets: Sheet[] = []
  let from1904 = false
  await scanPart(workbook, 'xl/workbook.xml', ({ name, attributes }) => {
    const tag = localName(name)
    if (tag === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (tag !== 'sheet') return
    const part = targets.get(attributes['r:id'] ?? '')
    if (part) sheets.push({ name: attributes.name ?? '', part, hidden: (attributes.state ?? 'visible') !== 'visible' })
  })
  return { sheets, from1904 }
}

function partOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
}

/** The texts that cells share, by their index. */
export async function readSharedTexts(workbook: Workbook): Promise<string[]> {
  const texts: string[] = []
  if (!workbook.entries.has('xl/sharedStrings.xml')) return texts
  let [text, length, inText, inPhonetic] = ['', 0, false, false]
  const parser = partParser({
    open: ({ name }) => {
      const tag = localName(name)
      if (tag === 'si') text = ''
      if (tag === 'rPh') inPhonetic = true
      inText = tag === 't' && !inPhonetic
    },
    close: (name) => {
      const tag = localName(name)
      if (tag === 't') inText = false
      if (tag === 'rPh') inPhonetic = false
      if (tag !== 'si') return
      length += text.length + 16
      if (length > fileLimits.sharedTextLength) {
        throw new FileRefused('The texts of the workbook are longer than 64 MB. Send it in parts.')
      }
      texts.push(text)
    },
    text: (part) => {
      if (inText && text.length <= fileLimits.cellLength) text += part
    },
  })
  for await (const part of partText(workbook, 'xl/sharedStrings.xml')) parser.write(part)
  parser.close()
  return texts
}

/** The number formats that Excel has by itself and that show a date or a time. */
const builtInDates = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49)

/** For each style of cells, whether it shows its number as a date. */
export async function readDateStyles(workbook: Workbook): Promise<boolean[]> {
  const styles: boolean[] = []
  if (!workbook.entries.has('xl/styles.xml')) return styles
  const ownFormats = new Map<string, boolean>()
  let inCellStyles = false
  const parser = partParser({
    open: ({ name, attributes }) => {
      const tag = localName(name)
      if (tag === 'cellXfs') inCellStyles = true
      if (tag === 'numFmt') ownFormats.set(attributes.numFmtId ?? '', showsDate(attributes.formatCode ?? ''))
      if (tag !== 'xf' || !inCellStyles) return
      const id = attributes.numFmtId ?? '0'
      styles.push(ownFormats.get(id) ?? builtInDates(Number(id)))
    },
    close: (name) => {
      if (localName(name) === 'cellXfs') inCellStyles = false
    },
  })
  for await (const part of partText(workbook, 'xl/styles.xml')) parser.write(part)
  parser.close()
  return styles
}

/** Whether a format such as dd.mm.yyyy shows a date; texts in quotes, escapes and colours of it do not count. */
function showsDate(formatCode: string): boolean {
  const [first = ''] = formatCode.split(';')
  return /[ymdhs]/i.test(first.replace(/"[^"]*"|\\.|\[(?!h|m|s)[^\]]*\]|_.|\*./gi, '').replace(/general/gi, ''))
}
