import { signedIn } from '../../contract/messages/en/signed-in.ts'
import { addTexts } from './text.ts'

/* Imported for its effect, by what shows the pages of the signed-in. */
addTexts(signedIn)
