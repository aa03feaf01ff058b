import type { SourceFile } from './project-files.ts'

/** Promises and references that mean nothing to a reader who has only the code. */
const forbiddenPatterns: [pattern: RegExp, why: string][] = [
  [/\b(TODO|FIXME|HACK)\b/, 'do it, or write down why not'],
  [/\b(coming soon|not (yet )?implemented|lorem ipsum)\b/i, 'the product shows what it does'],
  [/\b(issue|ticket|pull request)s? #?\d+/i, 'the reason belongs here, not its number elsewhere'],
  [/\(#\d+\)/, 'the reason belongs here, not its number elsewhere'],
  [
    /(biome-ignore|@ts-ignore|@ts-nocheck|@ts-expect-error|eslint-disable)\b/,
    'the rule holds, or it is changed for all',
  ],
]

const readable = /\.(ts|tsx|mjs|sql|css|html|json|md)$/
const exempt = /^(checks\/rules\/words(\.test)?\.ts|package-lock\.json)$/

/** Lines that promise something, cite numbers of another system, or switch a rule off. */
export const forbiddenPhrases = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => readable.test(path) && !exempt.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const rule = forbiddenPatterns.find(([pattern]) => pattern.test(line))
        return rule ? [`${path}:${index + 1}: ${rule[1]}`] : []
      }),
    )
