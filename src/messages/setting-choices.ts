/** Backgrounds of the terminal; `auto` asks it, and takes that of COLORFGBG until it answers. */
export const backgrounds = ['auto', 'dark', 'light'] as const;

/** Formats of the bodies that webhooks are sent. */
export const webhookFormats = ['json', 'discord', 'slack'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** What a trigger searches, and what it does. */
export const triggerPlaces = ['chat', 'output', 'answers'] as const;
export const triggerActs = ['alert', 'webhook', 'command'] as const;
export type TriggerPlace = (typeof triggerPlaces)[number];
