/** Empties a form once `sent` has been taken; when something was typed meanwhile it stays, for that is to be sent next. */
export function resetUnlessChanged(form: HTMLFormElement | null, sent: FormData): void {
  if (form && JSON.stringify([...new FormData(form)]) === JSON.stringify([...sent])) form.reset()
}
