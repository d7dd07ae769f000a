/** Themes; `auto` selects dark or light by the background of the terminal: its answer to a query, or else COLORFGBG. */
export const themes = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;
export type ThemeName = (typeof themes)[number];

/** Formats of the bodies that webhooks are sent. */
export const webhookFormats = ['json', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** What a trigger searches, and what it does. */
export const triggerPlaces = ['chat', 'output', 'answers'] as const;
export const triggerActs = ['alert', 'webhook', 'command'] as const;
export type TriggerPlace = (typeof triggerPlaces)[number];
