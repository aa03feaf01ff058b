const layerPath = /^(contract|database|server|web|checks|e2e|bench|docs|\.ci)(\/|$)/
const component = /^web\/.*\.tsx$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
const pascal = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/
const page = /^[A-Z]+(-[A-Z]+)*\.md$/
const folder = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const vagueWords = ['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'misc', 'shared', 'service', 'manager']

/** File names that say nothing about the code inside unless one knows it already. */
const vagueFile =
  /^(asked|deeds|found|given|house|known|letter|news|place|press|quiet|reach|said|sight|story|tidy|told|turns|wanted|works)$/

const fileNameIsGood = (path: string, name: string) =>
  kebab.test(name) || (component.test(path) && pascal.test(name)) || (path.startsWith('docs/') && page.test(name))

const faultOfPath = (path: string): string | undefined => {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  const badFolder = parts.slice(1).find((part) => !folder.test(part))
  if (badFolder !== undefined) return `folder ${badFolder} is not in lower-case words with hyphens`
  if (name !== 'run' && !fileNameIsGood(path, name)) return 'the name is neither kebab-case nor a PascalCase component'
  const [stem = ''] = name.split('.')
  if (vagueFile.test(stem)) return `${stem} does not say what is inside`
  const words = [...parts, ...name.replace(/\.[a-z.]+$/, '').split(/[-.]|(?<=[a-z0-9])(?=[A-Z])/)]
  const vagueWord = words.find((word) => vagueWords.includes(word.toLowerCase()))
  return vagueWord === undefined ? undefined : `${vagueWord} says nothing about what is inside`
}

/** Paths inside the layers whose folders or file names break the naming rules. */
export const badNames = (paths: string[]): string[] =>
  paths
    .filter((path) => layerPath.test(path))
    .flatMap((path) => {
      const fault = faultOfPath(path)
      return fault === undefined ? [] : [`${path}: ${fault}`]
    })

const migrationName = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/

/**
 * Migrations that are not named NNNN-name.sql, or whose numbers do not run 0001, 0002, … without gaps or duplicates.
 */
export const badMigrationNames = (paths: string[]): string[] => {
  const names = paths
    .filter((path) => path.startsWith('database/migrations/'))
    .map((path) => path.slice('database/migrations/'.length))
    .sort()
  return names.flatMap((name, index) => {
    if (!migrationName.test(name)) return [`${name}: a migration is called NNNN-name.sql`]
    const expected = String(index + 1).padStart(4, '0')
    return name.startsWith(expected) ? [] : [`${name}: the next number in turn is ${expected}`]
  })
}
