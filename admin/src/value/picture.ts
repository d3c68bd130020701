/** Whether the policy of the admin lets a picture come from an address. */
export const isPictureAddress = (address: string): boolean =>
  /^https:\/\/[^\s/]+\/\S|^\/\S|^data:image\//i.test(address)
