/**
 * Has the mutations of one `id` reach the server one after the other. A choice by the arrow keys is several choices: the
 * last one counts.
 */
export const inOrder = (id: string) => ({ scope: { id } })
