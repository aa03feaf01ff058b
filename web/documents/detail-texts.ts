import { activity } from '../../contract/messages/en/activity.ts'
import { addTexts } from '../ui/text.ts'

/* Imported for its effect, by a document's page: no other page needs these texts. */
addTexts(activity)
