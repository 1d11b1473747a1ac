/** Texts while the player loads. Apart from the player's other texts, which load with it. */
export const openingTexts = {
  opening: 'Opening player...',
  cancel: 'Cancel',
} as const;
