import { dashboard } from '../../contract/messages/en/dashboard.ts'
import { addTexts } from '../ui/text.ts'

/* Imported for its effect, by the page that shows them. */
addTexts(dashboard)
