import { File, FileArchive, FileCode, FileMusic, FileSpreadsheet, FileText, FileVideoCamera, Image } from '@lucide/vue'
import type { Component } from 'vue'

const byType: readonly (readonly [RegExp, Component])[] = [
  [/^image\//, Image],
  [/^video\//, FileVideoCamera],
  [/^audio\//, FileMusic],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|compressed|x-tar|x-7z|x-rar/, FileArchive],
  [/json|xml$|html|javascript|css/, FileCode],
  [/^text\/|pdf|msword|wordprocessing|opendocument|presentation|powerpoint|epub|rtf/, FileText],
]

/** The icon of a kind of file. @param mediaType `application/pdf` */
export const iconOfMedia = (mediaType: string): Component =>
  byType.find(([pattern]) => pattern.test(mediaType))?.[1] ?? File
