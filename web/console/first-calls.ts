import { session } from '../api/browser-session.ts'
import { sendNamedCalls } from '../api/named-calls.ts'

// Who is not signed in is refused once, not once for each call.
void sendNamedCalls(session.open).then((isSignedIn) => isSignedIn && sendNamedCalls(session.open, 'later'))
