import { isTest, type SourceFile } from './project-files.ts'

/**
 * Files whose texts only the operator and the ERP side read, in English: the command line, and why documents are
 * refused.
 */
const forOperators =
  /^server\/((formats|imports|ingest|testing|commands|quarantine|accounts|backup|geolocation)\/|[^/]+\.ts$|auth\/administration\/|registration\/(decide-requests|invite)\.ts$)/

/** A sentence in the code where one of the catalogues belongs. */
const sentencePatterns = [/\bnew PortalError\(\s*'\w+',\s*['"`]/g, /\bmessage(:| =) ['"`](?=[A-Z"])/g]
/** Sentences for other programs, without a page: to API clients, and from the HTTP parser. */
const toPrograms =
  /API key|NUL character|not valid JSON|content type|no body|announced length|valid URL|too long|database does not answer/

/** Sentences that a customer could read but that are in the code instead of contract/messages/<language>/errors.json. */
export const untranslated = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^server\/.+\.ts$/.test(path) && !isTest(path) && !forOperators.test(path))
    .flatMap(({ path, text }) =>
      sentencePatterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].flatMap((match) => {
          const sentence = text.slice(match.index, match.index + 200)
          if (toPrograms.test(sentence)) return []
          return [
            `${path}:${text.slice(0, match.index).split('\n').length}: ${sentence.split('\n').slice(0, 3).join(' ').trim()}`,
          ]
        }),
      ),
    )
