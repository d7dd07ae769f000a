import type {Verb} from './console-line.ts';

/** The bots of a CS2 server. A player who joins replaces one. */
export type Bots = {list: () => readonly string[]; verbs: Record<string, Verb>};

const names =
	'Abel Bodo Cleo Dunya Emil Fausta Gus Hedda Imre Jolanta Kolya Lotte Milo Nadia Otto Petra'.split(' ');

export function createBots(freePlaces: () => number): Bots {
	let bots: string[] = [];
	let count = 0;
	const add = () => {
		if (bots.length >= freePlaces()) return 'Unable to add bot: the server is full.';
		const round = Math.floor(count / names.length);
		bots.push(`${names[count % names.length] ?? 'Bot'}${round === 0 ? '' : ` ${round + 1}`}`);
		count++;
		return '';
	};
	return {
		list: () => bots.slice(0, Math.max(0, freePlaces())),
		verbs: {
			bot_add: add,
			bot_add_t: add,
			bot_add_ct: add,
			bot_kick: ([name]) => {
				const staying =
					name === undefined ? [] : bots.filter(bot => bot.toLowerCase() !== name.toLowerCase());
				const gone = bots.length - staying.length;
				bots = staying;
				return name !== undefined && gone === 0 ? `No bot is called ${name}` : '';
			},
			bot_quota: ([quota]) => {
				const wanted = Math.max(0, Math.floor(Number(quota)) || 0);
				bots = bots.slice(0, wanted);
				while (bots.length < wanted && add() === '');
				return '';
			},
		},
	};
}
