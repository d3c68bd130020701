/** Whether the content security policy of the admin permits pictures from an address. */
export const isPictureAddress = (address: string): boolean =>
  /^https:\/\/[^\s/]+\/\S|^\/\S|^data:image\//i.test(address)
