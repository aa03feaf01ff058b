import { showMe } from '#contract/console/access.ts'
import { showToday } from '#contract/console/today.ts'
import { showPortal } from '#contract/portal.ts'
import { type FirstFiles, type PageRequest, readFirstFiles, tagsOf, withTags } from '../first-files.ts'

/** The addresses of the console's first page, and those whose pages are the same for everybody. */
const firstPage = /^\/console\/?(\?|$)/
const openPages = /^\/console\/(invitation|proven)(\?|$)/

/**
 * Returns a function that completes the built page of the console for a request: it names the files that every page needs
 * first, and the calls that it makes at once; what only the first page needs by its address. Who is signed in is known
 * from the reply to the first call: over http the session's cookie is sent with calls alone.
 */
export function consoleFirstFilesOf(folder: string): (page: string, request: PageRequest) => string {
  const files: FirstFiles<'shell' | 'today'> | null = readFirstFiles(folder, 'console-first-files')
  return (page, request) => (files ? withTags(page, firstTags(files, request)) : page)
}

function firstTags(files: FirstFiles<'shell' | 'today'>, request: PageRequest): string[] {
  if (openPages.test(request.url)) return tagsOf(files, ['shell'], request, [showPortal.path])
  const calls = [showMe.path, showPortal.path]
  return firstPage.test(request.url)
    ? tagsOf(files, ['shell', 'today'], request, calls, [showToday.path])
    : tagsOf(files, ['shell'], request, calls)
}
