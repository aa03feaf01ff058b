import { documentTypes } from '#contract/values.ts'
import type { Owned } from './owned.ts'

/** How each endpoint of conversations, and of requests in general, is asked for what belongs to somebody. */
export const conversationProbes = (absentId: string) => ({
  ask: (owned: Owned) =>
    documentTypes.map((type) => ({
      url: `/documents/${type}/${owned.numbers[type]}/ask`,
      body: { key: owned.signInId, note: 'When?' },
    })),
  listDocumentRequests: (owned: Owned) =>
    documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/requests` })),
  listMessages: (owned: Owned) =>
    documentTypes.map((type) => ({ url: `/documents/${type}/${owned.numbers[type]}/messages` })),
  writeMessage: (owned: Owned) =>
    documentTypes.map((type) => ({
      url: `/documents/${type}/${owned.numbers[type]}/messages`,
      body: { key: owned.signInId, text: 'When?' },
    })),
  correctMessage: (owned: Owned) => [
    {
      url: `/requests/${owned.request}/correct`,
      body: { text: 'When?', former: owned.mark },
      absent: { url: `/requests/${absentId}/correct` },
    },
    {
      url: `/requests/${owned.request}/correct`,
      body: { text: 'When?', former: owned.mark, message: owned.message },
      absent: { url: `/requests/${absentId}/correct` },
    },
  ],
  searchMessages: (owned: Owned) => [
    { url: `/search/messages?q=${owned.mark}` },
    { url: `/search/messages?q=${owned.mark}&types=orders` },
  ],
  readConversation: (owned: Owned) =>
    documentTypes.map((type) => ({
      url: `/documents/${type}/${owned.numbers[type]}/messages/read`,
      body: { until: '2099-01-01T00:00:00Z' },
    })),
  showAccountConversation: () => [{ url: '/conversation' }],
  listAccountMessages: () => [{ url: '/conversation/messages' }],
  writeAccountMessage: (owned: Owned) => [
    { url: '/conversation/messages', body: { key: owned.signInId, text: 'When?' } },
    {
      url: '/conversation/messages',
      body: { key: absentId, text: 'When?', request: owned.request },
      absent: { body: { key: absentId, text: 'When?', request: absentId } },
    },
  ],
  readAccountConversation: () => [{ url: '/conversation/messages/read', body: { until: '2099-01-01T00:00:00Z' } }],
  listColleagues: () => [{ url: '/conversations/colleagues?type=orders' }],
  listUnread: () => [{ url: '/conversations/unread' }],
  listRequests: () => [{ url: '/requests' }, { url: '/requests?conversations=true' }],
  closeRequest: (owned: Owned) => [
    { url: `/requests/${owned.request}/close`, absent: { url: `/requests/${absentId}/close` } },
  ],
  decideApproval: (owned: Owned) => [
    {
      url: `/requests/${owned.request}/approval`,
      body: { decision: 'approved' },
      absent: { url: `/requests/${absentId}/approval` },
    },
  ],
  withdrawRequest: (owned: Owned) => [{ url: `/requests/${owned.request}`, absent: { url: `/requests/${absentId}` } }],
  addRequestFile: (owned: Owned) => [
    {
      url: `/requests/${owned.request}/files?name=photo.png`,
      body: Buffer.from('%PDF-1.7'),
      absent: { url: `/requests/${absentId}/files?name=photo.png` },
    },
    {
      url: `/requests/${owned.request}/files?name=photo.png&message=${owned.message}`,
      body: Buffer.from('%PDF-1.7'),
      absent: { url: `/requests/${absentId}/files?name=photo.png&message=${absentId}` },
    },
  ],
  downloadRequestFile: (owned: Owned) => [
    {
      url: `/requests/${owned.request}/files/${owned.requestFile}`,
      absent: { url: `/requests/${absentId}/files/${owned.requestFile}` },
    },
  ],
})
