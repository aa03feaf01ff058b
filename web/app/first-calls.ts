import { session } from '../api/browser-session.ts'
import { sendNamedCalls } from '../api/named-calls.ts'
import { opensSignedIn } from './opens-signed-in.ts'

if (opensSignedIn) void sendNamedCalls(session.authorised)
