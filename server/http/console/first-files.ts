import { type FirstFiles, type PageRequest, readFirstFiles, tagsOf, withTags } from '../first-files.ts'

/** The addresses of the console's first page. */
const firstPage = /^\/console\/?(\?|$)/

/**
 * Returns a function that completes the built page of the console for a request: it names the files that every page needs
 * first, with the script that sends the first calls, and those of the first page at its address.
 */
export function consoleFirstFilesOf(folder: string): (page: string, request: PageRequest) => string {
  const files: FirstFiles<'shell' | 'today'> | null = readFirstFiles(folder, 'console-first-files')
  return (page, request) => {
    if (!files) return page
    return withTags(page, tagsOf(files, firstPage.test(request.url) ? ['shell', 'today'] : ['shell'], request, []))
  }
}
