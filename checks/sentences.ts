import { isTest, type SourceFile } from './project-files.ts'

/** What only the operator and the ERP side read is English: the command line, and what documents are refused for. */
const forOperators =
  /^server\/((ingest|commands|quarantine|accounts|backup|geolocation)\/|[^/]+\.ts$|auth\/(users|factor-administration)\.ts$|registration\/(decide-requests|invite)\.ts$)/

/** A text of its own where a sentence of the catalogues belongs. */
const sentencePatterns = [/\bnew PortalError\(\s*'\w+',\s*['"`]/g, /\bmessage(:| =) ['"`](?=[A-Z"])/g]
/** Those who call without a page in front of them: other programs, and what the parser of HTTP refuses. */
const toPrograms =
  /API key|NUL character|not valid JSON|content type|no body|announced length|valid URL|too long|database does not answer/

/** Sentences that a customer could read and that stand in the code instead of contract/messages/<language>/errors.ts. */
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
