import type { GuessChoices, GuessFinding } from '#contract/imports/guess.ts'
import type { ProfileFields, ReadOptions } from '#contract/imports/profile.ts'
import type { ProfileValue } from '#contract/imports/values.ts'
import type { GuessedProfile, GuessOptions } from '#server/formats/format.ts'
import { headingOf, nodesAt } from '../map/columns.ts'
import type { TreeNode } from '../read/rows.ts'
import { because } from './dialect.ts'
import type { HeadingNames } from './fields.ts'
import { mapColumns } from './formulas.ts'
import { guessProfile } from './profile.ts'
import type { SampleTree } from './tree.ts'
import { chosenLines, chosenRows, placesBelow, placesToChoose, type Repeated } from './tree-places.ts'

/*
 * A profile for XML and JSON: which elements are the documents, which inside them are the lines, and what their values
 * are. Values are columns by their paths, so that fields are proposed as for any table.
 */

/** The paths of values inside nodes, in the order in which they come; the first of several of one name stands for all. */
function valuePaths(nodes: readonly TreeNode[], leftOut: string, prefix = ''): string[] {
  const names = new Set(nodes.flatMap(({ children }) => Object.keys(children ?? {})))
  return [...names].flatMap((name) => {
    const path = `${prefix}${name}`
    if (path === leftOut) return []
    const inner = nodes.flatMap(({ children }) => children?.[name] ?? [])
    const isValue = inner.some(({ text, children }) => text !== undefined && (text !== '' || !children))
    return [...(isValue ? [path] : []), ...valuePaths(inner, leftOut, `${path}/`)]
  })
}

const textAt = (node: TreeNode, path: string) => {
  const [first] = nodesAt(node, path.split('/'))
  return first?.text === undefined ? '' : headingOf(first.text)
}

type TreeGuess = { fileName: string; read: ReadOptions } & GuessOptions
type Guessed = Omit<GuessedProfile, 'sheets' | 'places' | 'linesTables' | 'text'>

/** A profile for the sample of a tree. `read` is how its texts are written. */
export function guessTree(
  tree: SampleTree,
  options: TreeGuess,
): Omit<GuessedProfile, 'sheets' | 'linesTables' | 'text'> {
  const { guessed, rows } = guessRows(tree, options)
  return { ...guessed, places: placesToChoose(tree, rows) }
}

function guessRows(tree: SampleTree, options: TreeGuess): { guessed: Guessed; rows: Repeated } {
  const { as, top } = tree
  const chosen = chosenRows(tree, options.choices)
  if (chosen) return guessPlace(tree, chosen, options)
  const repeated = placesBelow(top, (_, each) => each > 1)
  // A file of one document repeats nothing but its lines.
  const single = placesBelow(top, (nodes) => nodes.length === 1)
  const whole = { path: [], nodes: top }
  const candidates = [...(as === 'json' ? [whole] : []), ...single, ...repeated]
  const guesses = candidates.map((place) => guessPlace(tree, place, options))
  const [best] = guesses.toSorted((a, b) => b.score - a.score)
  return best ?? guessPlace(tree, whole, options)
}

function guessPlace(
  tree: SampleTree,
  rows: Repeated,
  options: TreeGuess,
): { guessed: Guessed; rows: Repeated; score: number } {
  const chosen = chosenLines(tree, rows, options.choices)
  const inside = chosen === undefined ? placesBelow(rows.nodes, (_, each) => each > 1) : []
  // What repeats is rather lines than so many columns.
  const tried = (chosen === undefined ? [...inside, undefined] : [chosen ?? undefined]).map((lines) =>
    guessLines(rows, lines, options),
  )
  const [best] = tried.toSorted((a, b) => b.score - a.score)
  return { ...(best as (typeof tried)[number]), rows }
}

function guessLines(rows: Repeated, lines: Repeated | undefined, options: TreeGuess) {
  const each = lines?.path.join('/') ?? ''
  const own = valuePaths(rows.nodes, each)
  const ofLines = lines ? valuePaths(lines.nodes, '').map((path) => `${each}/${path}`) : []
  const headings = [...own, ...ofLines]
  const table = rows.nodes.flatMap((row) => {
    const header = own.map((path) => textAt(row, path))
    const entries = lines ? nodesAt(row, lines.path) : []
    if (entries.length === 0) return [[...header, ...ofLines.map(() => '')]]
    return entries.map((entry) => [...header, ...ofLines.map((path) => textAt(entry, path.slice(each.length + 1)))])
  })
  const choices = { ...options.choices, header: 1, skip: '' }
  const sample = {
    rows: [headings, ...table],
    locate: () => ({ rows: rows.path.join('/') }),
    namesOf: namesIn(rows.path.at(-1) ?? '', each),
  }
  const guessed = guessProfile(sample, { ...options, choices })
  const fields = guessed.columns.filter(({ field }) => field !== '')
  const hasNumber = 'number' in guessed.profile.documents.fields
  // Documents have a number; of several places that have one, the one with more that is known, and the outer one.
  const score = (hasNumber ? 100 : 0) + fields.reduce((sum, { certainty }) => sum + certainty, 0)
  return { guessed: asTree(guessed, { rows, lines, choices: options.choices }), score: score - rows.path.length / 100 }
}

/** By which words a column may be known: its path, with the name of its row, and its last step alone. */
function namesIn(rowName: string, each: string): HeadingNames {
  return (heading) => {
    const isLine = each !== '' && heading.startsWith(`${each}/`)
    const path = (isLine ? heading.slice(each.length + 1) : heading).replaceAll('@', '').split('/')
    const last = path.at(-1) ?? ''
    const words = [
      { word: path.join(' '), share: 1 },
      { word: `${(isLine ? each.split('/').at(-1) : rowName) ?? ''} ${path.join(' ')}`, share: 1 },
      ...(path.length > 1 ? [{ word: path.slice(-2).join(' '), share: 0.95 }] : []),
      ...(path.length > 1 ? [{ word: last, share: 0.85 }] : []),
    ]
    return { words, takes: (field) => each === '' || field.startsWith('lines.') === isLine }
  }
}

/** The guess of a table as that of a tree: rows by their path, lines by theirs inside. */
function asTree(
  guessed: Guessed,
  { rows, lines, choices }: { rows: Repeated; lines: Repeated | undefined; choices: GuessChoices },
): Guessed {
  const { documents, ...profile } = guessed.profile
  const { key: _, ...ofRows } = documents
  const each = lines?.path.join('/')
  const lists = documents.lists?.map((list) =>
    each === undefined ? list : { ...list, each, fields: relative(list.fields, `${each}/`) },
  )
  const [table = { name: 'rows' }] = profile.tables
  const finding = (subject: 'rows' | 'lines', { path, nodes }: Repeated): GuessFinding => {
    const isChosen = choices[subject] !== undefined
    const certainty = isChosen ? 1 : nodes.length > 1 ? 0.9 : 0.6
    const reason = isChosen ? because('chosen') : because('repeated', path.at(-1) ?? '', nodes.length)
    return { subject, value: path.join('/'), certainty, because: reason }
  }
  return {
    ...guessed,
    profile: {
      ...profile,
      tables: [table],
      documents: { ...ofRows, per: 'row', ...(lists ? { lists } : {}) },
    },
    findings: [
      finding('rows', rows),
      ...(lines && lists ? [finding('lines', lines)] : []),
      ...guessed.findings.filter(({ subject }) => subject !== 'header'),
    ],
  }
}

/** Fields of lines, whose columns are paths inside a line; any other column is one of the document. */
function relative(fields: ProfileFields, prefix: string): ProfileFields {
  const inside = (value: ProfileValue) =>
    mapColumns(value, (part) => {
      const { column } = part
      if (typeof column !== 'string') return part
      return column.startsWith(prefix) ? { column: column.slice(prefix.length) } : { ...part, of: 'document' }
    })
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, inside(value)]))
}
