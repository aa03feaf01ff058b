import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const followConsole = endpoint('followConsole', 'GET', '/console/live', {
  access: 'staff',
  personal: true,
  summary:
    'Server-sent events: `changed` tells that something was written, asked or delivered since; with Last-Event-ID nothing is missed while the connection was away. It ends within a second when the session does.',
  reply: Type.String(),
  gives: 'text/event-stream',
})
