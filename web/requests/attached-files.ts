import { maxFileBytes, maxRequestFiles } from '#contract/requests/file-limits.ts'

/** The files attached in a form. */
export function attachedFiles(data: FormData): File[] {
  return data.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
}

/** Whether the files are more, or larger, than a request accepts. */
export function exceedsFileLimits(files: readonly File[]): boolean {
  return files.length > maxRequestFiles || files.some(({ size }) => size > maxFileBytes)
}
