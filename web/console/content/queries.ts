import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listAnswerTemplates, listTemplateVersions } from '#contract/console/answer-templates.ts'
import { showBrand } from '#contract/console/brand.ts'
import {
  listAllAnnouncements,
  listMails,
  listTexts,
  previewMail,
  previewText,
  showLinks,
  showSeller,
  showText,
} from '#contract/console/content.ts'
import type { Language } from '#contract/languages.ts'
import type { MailKind } from '#contract/mail.ts'
import { call } from '../call.ts'

/** Under which all content is kept. */
export const contentKey = 'content'
const key = contentKey

export const announcementsQuery = queryOptions({
  queryKey: [key, 'announcements'],
  queryFn: ({ signal }) => call(listAllAnnouncements, { signal }),
  refetchInterval: 60_000,
})
export const textsQuery = queryOptions({
  queryKey: [key, 'texts'],
  queryFn: ({ signal }) => call(listTexts, { signal }),
})

/** A text in a language. */
export type TextPlace = { kind: 'faq' | 'terms'; name: string; language: Language }

export const textQuery = (place: TextPlace) =>
  queryOptions({
    queryKey: [key, 'text', place.kind, place.name, place.language],
    queryFn: ({ signal }) => call(showText, { params: place, signal }),
  })
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [key, 'preview', content],
    queryFn: ({ signal }) => call(previewText, { body: { content }, signal }),
    placeholderData: (before) => before,
  })
export const sellerQuery = queryOptions({
  queryKey: [key, 'seller'],
  queryFn: ({ signal }) => call(showSeller, { signal }),
})
export const brandQuery = queryOptions({
  queryKey: [key, 'brand'],
  queryFn: ({ signal }) => call(showBrand, { signal }),
})
export const linksQuery = queryOptions({
  queryKey: [key, 'links'],
  queryFn: ({ signal }) => call(showLinks, { signal }),
})
export const templatesQuery = queryOptions({
  queryKey: [key, 'templates'],
  queryFn: ({ signal }) => call(listAnswerTemplates, { signal }),
})
export const templateVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'template', id],
    queryFn: ({ signal }) => call(listTemplateVersions, { params: { id }, signal }),
  })
export const mailsQuery = queryOptions({
  queryKey: [key, 'mails'],
  queryFn: ({ signal }) => call(listMails, { signal }),
})
export const mailQuery = (kind: MailKind, language: Language) =>
  queryOptions({
    queryKey: [key, 'mail', kind, language],
    queryFn: ({ signal }) => call(previewMail, { params: { kind }, query: { language }, signal }),
  })

/** Something that is published, after which the content is asked for again. */
export function usePublish<Input, Result>(publish: (input: Input) => Promise<Result>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: publish,
    onSuccess: () => cache.invalidateQueries({ queryKey: [key] }),
  })
}
