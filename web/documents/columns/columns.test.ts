import { expect, test } from 'vitest'
import { definitions } from '#contract/documents/types.ts'
import { documentTypes } from '#contract/values.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import { isMessageKey } from '#web/ui/text.ts'

await loadTexts(['shell'])

test.each(documentTypes)('what a list of %s shows has a label that comes with the list', (type) => {
  const { list, keyDate } = definitions[type]
  const unlabelled = [...list, keyDate, 'issueDate'].filter(
    (name) => !isMessageKey(`field.${type}.${name}`) && !isMessageKey(`field.${name}`),
  )
  expect(unlabelled).toEqual([])
})
