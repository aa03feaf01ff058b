import { join } from 'node:path'

/* Which modules of the web are bundled together. */

type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }

type Chunks = Readonly<
  Record<'calls' | 'signedOut' | 'app' | 'portal' | 'list' | 'early' | 'others', ReadonlySet<string>>
>

/** Needed by the signed-in pages but not by a list, although the package's index imports it for both. */
export const onlyForSomePages = /react-query\/.*\/useMutation\.js$|query-core\/.*\/mutationObserver\.js$/

/**
 * Small modules that several pages share: icons, components, and what pages ask of requests and notifications. Not dialogs, which bring a library along, nor menus, toasts
 * and high contrast, which are loaded by themselves.
 */
const kitModules =
  /\/web\/(ui\/(events\/|fields\/|formats\/|overlays\/(?!Modal|Drawer|MenuPopup|menu-|Toasts|toast-place|free-place)|states\/|styles\/(?!forced))?|api\/)[\w-]+\.|\/web\/(requests\/(DecimalField|drafts|faults|files|form-draft|queries|send-request|returns\/queries)|notifications\/(settings-)?queries)\.tsx?$|\/contract\/(?!messages)[\w/-]+\.ts$|\/lucide-react\/.*\/icons\//

/** What the pages of one's account share: one file instead of several for the first load to name. */
const accountModules = /\/web\/profile\/(Entries|ProofFrame|proof|queries)\.tsx?$/
/** The sign-in loads them too, a moment after its form. */
const passkeyModules = /\/web\/api\/passkey\.ts$|\/icons\/key-round\./
/** The fields and texts that these pages share with those of strangers, other than the sign-in. */
const credentialModules =
  /\/web\/(ui\/fields\/(CodeField|NewPasswordField|password-advice)|auth\/(TermsText|terms-blocks))\.tsx?$|\/contract\/(auth\/passwords|terms)\.ts$/

/**
 * Puts modules that are always loaded together into one file, which compresses better than thirty:
 *
 * - `app` for everybody;
 * - `session` for what the first calls need, which leave before the rest is there;
 * - `portal` for the signed-in pages and for what a list shares with other pages;
 * - `list` for what only lists need;
 * - `signed-out` for the sign-in, `forms` for what it shares with forms of other pages;
 * - `kit` for what a document or the dashboard shares with other pages, because the first load would name each small file;
 * - `rest` for what only other pages share with each other.
 *
 * Every other module stays with its page.
 */
export function chunkOf(root: string): (id: string, modules: ModuleGraph) => string | null {
  let chunks: Chunks | undefined
  const entryFile = join(root, 'main.tsx')
  return (id, modules) => {
    if (!chunks) {
      const load = (path: string) => reachableModules(modules, join(root, path))
      const signedIn = load('app/SignedIn.tsx')
      const [table, cards] = [load('documents/list/rows/ListTable.tsx'), load('documents/list/rows/ListCards.tsx')]
      const page = load('documents/list/DocumentListPage.tsx')
      const list = page.union(table).union(cards)
      const others = load('documents/detail/DocumentPage.tsx').union(load('dashboard/DashboardPage.tsx'))
      const signedOut = load('app/SignedOut.tsx')
      const app = load('main.tsx').union(signedOut.intersection(signedIn.union(list)))
      chunks = {
        calls: load('app/first-calls.ts'),
        signedOut,
        others,
        early: reachableModules(modules, join(root, 'app/SignedOut.tsx'), true).union(list),
        app,
        portal: signedIn.union(list.intersection(others)),
        list: page.union(table.intersection(cards)),
      }
    }
    return id === entryFile ? null : chunkIn(chunks, id)
  }
}

function chunkIn({ calls, app, portal, list, signedOut, early, others }: Chunks, id: string): string | null {
  if (onlyForSomePages.test(id)) return 'kit'
  if (calls.has(id)) return 'session'
  // The bundler's own runtime, which many files need.
  if (app.has(id) || id.includes('rolldown/runtime')) return 'app'
  if (portal.has(id)) return 'portal'
  if (list.has(id)) return 'list'
  if (passkeyModules.test(id)) return 'forms'
  if (signedOut.has(id)) return /\/web\/(app|auth)\/|\.css$/.test(id) ? 'signed-out' : 'forms'
  if (accountModules.test(id)) return 'account'
  if (credentialModules.test(id)) return 'credentials'
  if (!kitModules.test(id) || early.has(id)) return null
  return others.has(id) ? 'kit' : 'rest'
}

/** Small modules that several pages of the console share; not dialogs, which bring a library along. */
const consoleKitModules =
  /\/web\/ui\/(events\/|fields\/|formats\/|overlays\/(?!Modal|Drawer|MenuPopup|menu-)|states\/|styles\/(?!forced))?[\w-]+\.|\/web\/api\/in-order\.ts$|\/web\/console\/[\w-]+\.tsx?$|\/contract\/(?!messages)[\w/-]+\.ts$|\/lucide-react\/.*\/icons\//

/**
 * Puts what every page of the console needs, and its first page, into three files instead of fifty, of which a browser
 * loads six at a time: `calls` for what the first calls need, `base` for what is loaded before the texts are known, and
 * `shell` for the rest. `kit` has what the other pages share.
 */
export function consoleChunkOf(root: string): (id: string, modules: ModuleGraph) => string | null {
  let chunks: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined
  // What is imported by its address has a file of its own, if only a small one.
  const [entry, app, today] = ['main.tsx', 'ConsoleApp.tsx', 'today/TodayPage.tsx'].map((name) =>
    join(root, 'console', name),
  ) as [string, string, string]
  return (id, modules) => {
    if (!chunks) {
      const load = (path: string) => reachableModules(modules, path)
      chunks = [
        ['calls', load(join(root, 'console/first-calls.ts'))],
        ['base', load(entry)],
        ['shell', load(app).union(load(today))],
      ]
    }
    if (id === entry || id === app || id === today) return null
    if (id.includes('rolldown/runtime')) return 'base'
    return chunks.find(([, own]) => own.has(id))?.[0] ?? (consoleKitModules.test(id) ? 'kit' : null)
  }
}

/** A module and everything it imports, directly or not; `includeDynamic` adds dynamic imports. */
function reachableModules(modules: ModuleGraph, start: string, includeDynamic = false): Set<string> {
  const reached = new Set([start])
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) reached.add(imported)
    if (includeDynamic) for (const imported of info?.dynamicallyImportedIds ?? []) reached.add(imported)
  }
  return reached
}
