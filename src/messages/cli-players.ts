import {plural} from '../lib/plural.ts';

/** `rcondeck players` */
export const playersCommandMessages = {
	description: 'List the players on all servers',
	textHelp: 'Part of a name, an ID or the name of a server',
	nobody: 'Nobody is playing.',
	noneMatches: (text: string, all: number) => `None of ${plural(all, 'player')} matches "${text}".`,
	unknownGame: (server: string, game: string) => `${server}: the list command of ${game} is not known.`,
	unreadable: (server: string) => `${server}: a part of the list could not be read; players may be missing.`,
};
