import { expect, test } from 'vitest'
import { errorReport, failedWriteReport, replyReport } from './report-error.ts'
import { SessionEnded, Unreachable } from './session.ts'

test('an answer with a message is a success that shows it', () => {
  expect(replyReport(200, 'POST', { message: 'Saved.' })).toEqual({
    tone: 'good',
    title: 'toast.success',
    text: 'Saved.',
  })
  expect(replyReport(201, 'PUT', { message: 'Made.' })).toEqual({ tone: 'good', title: 'toast.success', text: 'Made.' })
})

test('an answer that asks for the second factor is a warning with its message', () => {
  const asked = { TwoFactor: true, message: 'Enter the code we sent you.' }
  expect(replyReport(200, 'POST', asked)).toEqual({ tone: 'warn', title: null, text: 'Enter the code we sent you.' })
})

test('an answer without content says so', () => {
  expect(replyReport(204, 'GET', null)).toEqual({ tone: 'warn', title: 'toast.noContent', text: null })
})

test('an ordinary answer says nothing', () => {
  expect(replyReport(200, 'GET', { rows: [] })).toBeNull()
  expect(replyReport(200, 'POST', 'a token')).toBeNull()
})

test.each([400, 403, 404, 409])('a refusal with status %d shows the sentence of the server', (status) => {
  expect(errorReport({ status, message: 'No.' })).toEqual({ tone: 'bad', title: 'toast.error', text: 'No.' })
})

test('too many requests ask for a minute of patience', () => {
  expect(errorReport({ status: 429, message: '' })).toEqual({ tone: 'warn', title: 'toast.tooMany', text: null })
})

test('a lost connection is told; the end of a session is not, because the page reloads', () => {
  expect(errorReport(new Unreachable(null))).toEqual({
    ...{ tone: 'bad', title: 'toast.error', text: null, standard: 'toast.network' },
  })
  expect(errorReport(new SessionEnded())).toBeNull()
})

test('any other failure is left to the caller', () => {
  expect(errorReport({ status: 500, message: 'Oops.' })).toBeNull()
  expect(errorReport(new Error('programming'))).toBeNull()
})

test.each([413, 422, 500, 502, 503])('a write that fails with status %d shows the sentence of the server', (status) => {
  expect(failedWriteReport({ status, message: 'No.' })).toMatchObject({ title: 'toast.error', text: 'No.' })
})

test.each([
  [{ status: 502, message: '' }, 'state.unavailable.text'],
  [{ status: 422, message: '' }, 'state.error.text'],
  [new TypeError('programming'), 'error.text'],
])('a write that fails without a sentence has one of ours', (error, standard) => {
  expect(failedWriteReport(error)).toEqual({ tone: 'bad', title: 'toast.error', text: null, standard })
})

test('nobody is told of what they gave up themselves', () => {
  expect(failedWriteReport(new DOMException('gave up', 'AbortError'))).toBeNull()
  expect(failedWriteReport(new SessionEnded())).toBeNull()
})
