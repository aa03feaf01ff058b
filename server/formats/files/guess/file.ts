import type { GuessFinding } from '#contract/imports/guess.ts'
import type { ReadOptions } from '#contract/imports/profile.ts'
import type { GuessedProfile, GuessOptions, NamedFile } from '#server/formats/format.ts'
import { markedEncoding, readHead } from '../read/decode.ts'
import type { TreeNode } from '../read/rows.ts'
import { because } from './dialect.ts'
import { guessSigns } from './signs.ts'
import { mostTables } from './table.ts'
import { guessText, type OtherText } from './text.ts'
import { type SampleTree, sampleJson, sampleXml } from './tree.ts'
import { guessTree } from './tree-columns.ts'
import { guessWorkbook } from './workbook.ts'

const headSize = 256 * 1024
const noOptions: GuessOptions = { choices: {}, earlier: [] }

/**
 * A profile for files that belong together, of which one may hold the lines of the documents in the other, and by what it
 * was guessed. Throws FileRefused for what is neither a table nor XML or JSON.
 */
export async function guessFiles(files: readonly NamedFile[], options = noOptions): Promise<GuessedProfile> {
  const { linesTable } = options.choices
  const ordered = [
    ...files.filter(({ name }) => name !== linesTable),
    ...files.filter(({ name }) => name === linesTable),
  ].slice(0, mostTables)
  const [first, ...others] = ordered
  if (!first) throw new RangeError('A guess needs a file')
  const guessed = await guessFile(first, others, options)
  if (linesTable !== undefined || others.length === 0 || readsLines(guessed)) return guessed
  // The lines may have been named first.
  for (const [index, file] of others.entries()) {
    const rest = ordered.filter((_, at) => at !== index + 1)
    const turned = await guessFile(file, rest, options)
    if (readsLines(turned)) return turned
  }
  return guessed
}

const readsLines = ({ lineColumns }: GuessedProfile) => lineColumns.length > 0

async function guessFile(
  { name, path }: NamedFile,
  others: readonly NamedFile[],
  options: GuessOptions,
): Promise<GuessedProfile> {
  const head = await readHead(path, headSize)
  if (isWorkbook(head)) return guessWorkbook(name, path, options)
  const encoding = markedEncoding(head) ?? 'utf-8'
  const [start = ''] = new TextDecoder(encoding).decode(head.subarray(0, 1024), { stream: true }).trimStart()
  if (start === '<') return guessParts(await sampleXml(path), name, options)
  if (start === '{' || start === '[') return guessParts(await sampleJson(path), name, options)
  const texts: OtherText[] = []
  for (const other of others) {
    const content = await readHead(other.path, headSize)
    if (!isWorkbook(content)) texts.push({ name: other.name, head: content, isWhole: content.length < headSize })
  }
  return guessText(head, name, head.length < headSize, options, texts)
}

const isWorkbook = (head: Buffer) => head.toString('latin1', 0, 4) === 'PK\u0003\u0004'

/** A profile for XML or JSON from its first elements. Numbers of JSON need no signs. */
function guessParts(sample: SampleTree, fileName: string, options: GuessOptions): GuessedProfile {
  const read: ReadOptions = { as: sample.as }
  const signs = guessSigns([textsOf(sample.top)], read, options.choices)
  const guessed = guessTree(sample, { fileName, read, ...options })
  const findings: GuessFinding[] = [
    {
      subject: 'kind',
      value: sample.as,
      certainty: 1,
      because: because('fileBegins', sample.as === 'xml' ? '<' : '{'),
    },
  ]
  return { ...guessed, findings: [...findings, ...signs, ...guessed.findings], sheets: [], linesTables: [], text: null }
}

function textsOf(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap(({ text, children }) => [
    ...(typeof text === 'string' && text !== '' ? [text] : []),
    ...textsOf(Object.values(children ?? {}).flat()),
  ])
}
