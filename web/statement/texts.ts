import { statement } from '../../contract/messages/en/statement.ts'
import { addTexts } from '../ui/text.ts'

/* Imported for its effect, by the page that shows the statement. */
addTexts(statement)
