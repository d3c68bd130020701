/** Why there are no smaller versions of a picture of a media type: what `contentProblem` stores, by the names of the admin's messages (`files.damaged`). */
export const pictureProblems = {
  notReadType: (mediaType: string) =>
    `Pictures of the type ${mediaType} are not read: there are no smaller versions of it.`,
  tooManyPixels: () => 'The picture has more pixels than are allowed (maxPixels): there are no smaller versions of it.',
  damaged: () => 'The picture is damaged or in a form that is not supported: there are no smaller versions of it.',
} as const
