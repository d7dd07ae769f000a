/**
Whether a key came alone, in one read with other keys (which a slow connection can cause), with text (which may be a
paste), or as a repeat of a key that is held down, in terminals that report it.
*/
export type KeyArrival = 'alone' | 'keys' | 'text' | 'repeat';
