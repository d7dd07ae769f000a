import {plural} from '../lib/text/plural.ts';
import {alternative, key, message, type Message} from './text.ts';
import {markedName} from '../lib/text/name-keys.ts';

/** The console of a server: entries, search and keys. */
export const consoleMessages = {
	nothingToUnfold: message`Nothing to unfold here: ${key('console.previousCommand')} and ${key('console.nextCommand')} go to a command, ${key('app.input')} opens the RCON input.`,
	answer: {
		none: '(no output)',
		rawHint: message`${key('console.raw')} shows the raw answer.`,
		hiddenColumns: (text: string) => `Hidden: ${text}. `,
	},
	sources: {
		all: 'all entries',
		mine: 'only your entries',
		others: 'only entries of others',
		states: 'only state changes',
		commands: 'all but output',
		output: 'only output',
		chat: 'only chat',
	},
	output: {
		omitted: (count: number) => `... ${plural(count, 'line')} omitted`,
		/** At the start of a line, in place of who sent a command. */
		names: {output: 'game', chat: 'chat', omitted: 'game'},
	},
	shownSource: (source: string) => `Showing ${source}.`,
	raw: message`Showing raw answers${alternative(message`; ${key('console.raw')} turns this off`, '')}.`,
	readable: 'Showing formatted answers.',
	moreRows: (count: number) => message`\u2026 ${count} more rows, ${key('console.fold')} unfolds`,
	search: {
		notInKept: 'not in the loaded entries',
		notFound: 'not found',
		wrapped: (by: number) => `The search wrapped to the ${by === 1 ? 'oldest' : 'newest'} entry.`,
		none: message`No search yet: ${key('console.search')} starts one.`,
		seeking: (count: number) => `searching, ${count} so far`,
		place: (number: number, count: number, isPart: boolean) =>
			`${number}/${count}${isPart ? ' of the loaded entries' : ''}`,
		noPattern: (problem: string) => `invalid pattern: ${problem}`,
	},
	feed: {
		notConfigured: 'no feed is configured',
		noPolls: 'Polling also fails: no answers arrive.',
		polls: 'Answers arrive with each poll.',
		/** `reason`: a sentence. */
		refused: (destination: string, reason: string) =>
			`The feed refuses ${destination}: ${reason} The other destinations are live.`,
		retryIn: (time: string) => `, retry in ${time}`,
		/** `again`: when the next attempt is, or empty; `instead`: what is used meanwhile. */
		none: (again: string, reason: string, instead: string) =>
			`No team feed${again}: ${reason.replace(/\.$/, '')}. ${instead}`,
	},
	noCommand: (by: number) => `No command ${by === 1 ? 'below' : 'above'}.`,
	noLandmark: (by: number) => `There is no gap, bookmark or unread entry ${by === 1 ? 'below' : 'above'}.`,
	hiddenByTable: message`The match is outside the table; ${key('console.raw')} shows the raw answer.`,
	steamId: 'Steam ID',
	nodeBusy: (seconds: number) =>
		`The node may be busy with a command that timed out. This one is sent when that ends, or in ${seconds}s.`,
	timeAgo: (time: string) => `${time} ago`,
	gap: {
		rule: (text: string) => `-- gap ${text} `,
		missing: '-- gap loading older commands ',
		stored: (count: number) => `${count} back-filled`,
		closed: (from: string, to: string, stored: string, closed: boolean) =>
			`${from}-${to} no feed; ${stored}${closed ? '' : ', more may follow'}`,
		since: (time: string) => `no feed since ${time}`,
		because: (stored: string, why: string) => `${stored}; ${why}`,
		withPolls: (since: string, stored: string) => `${since}; ${stored}; answers arrive with each poll`,
		silent: (since: string, silent: string, stored: string) =>
			`${since}; nothing since ${silent}: polling also fails; ${stored}`,
	},
	entry: {
		latency: (time: string, matched: string | undefined) =>
			`${time}${matched === 'text' ? ', matched by text' : ''}`,
		by: (sender: string) => `by ${markedName(sender)}`,
		endedBySilence: 'ended by silence',
		stoppedWaiting: 'stopped waiting',
		noAnswerAtFirst: 'no answer at first',
		afterSent: (time: string) => `${time} after it was sent, `,
		late: (after: string, matched: string | undefined) =>
			`late answer (${after}matched by ${matched === 'id' ? 'its ID' : 'text'})`,
	},
	/** Reports dropped entries, including gaps and unread entries. */
	dropped: (count: number, gaps: number, hasUnread: boolean, output: number) => {
		const lines = output > 0 ? `${plural(output, 'line')} of older output dropped` : '';
		if (count === 0) return lines;
		const among = [...(hasUnread ? ['unread ones'] : []), ...(gaps > 0 ? [plural(gaps, 'gap')] : [])];
		const what = among.length > 0 ? `, including ${among.join(' and ')}` : '';
		const entries = `${plural(count, 'older entry', 'older entries')} dropped${what}`;
		return lines === '' ? entries : `${entries}; ${lines}`;
	},
	bookmarkRule: (time: string, note: string) => `== bookmark ${time}${note} `,
	canceled: 'Canceled before it was sent.',
	status: {
		noAnswer: 'no answer from the game - may have run',
		queued: (count: number) => `queued behind ${count}`,
		recalled: 'canceled, never sent',
		sent: 'sent, answer follows',
		mayHaveRun: (timeout: string | undefined) => `${timeout ?? 'outcome unknown'} - may have run`,
		abandoned: 'stopped waiting - may have run',
		failed: 'not run',
		timeout: (time: string) => `TIMEOUT ${time}`,
		timeoutMayHaveRun: 'TIMEOUT - may have run',
		unknownMayHaveRun: 'outcome unknown - may have run',
		answerCut: 'answer cut off',
	},
	elsewhere: {
		shell: 'from the shell',
		session: 'from another session',
	},
};

const restNotSent = (count: number): string =>
	count === 0 ? '' : ` Not sent: the other ${plural(count, 'line')}.`;

/** The command input: suggestions, history and pasted lines. */
export const consoleInputMessages = {
	candidates: {
		playersUnknown: (probe: string) => `No player list yet. Send ${probe} first.`,
		nothingInCommon: 'No suggestion applies to the games of all these servers.',
		nothingKnown: 'No suggestions.',
		alias: (body: string) => `alias: ${body}`,
		playerSeen: (where: string, time: string) => `on${where} at ${time}`,
		sentBefore: 'sent before',
		sentElsewhere: 'sent to another server',
	},
	historySearch: {
		nothingOlder: 'No older match.',
		isNewest: 'This is the newest match.',
		nothingFound: 'No match. The input is unchanged.',
		place: (number: number, count: number, isOwn: boolean) =>
			`${number} of ${count}${isOwn ? '' : ', sent to another server'}`,
		noMatch: 'no match',
	},
	isNewest: 'This is the newest command.',
	nothingOlder: 'There are no older commands.',
	notEmpty: message`The input is not empty: ${key('field.toStart')} clears it, ${key('input.leave')} leaves it.`,
	nothingSent: 'Nothing was sent.',
	paste: {
		title: (count: number, target: string) => `${count} pasted lines for ${target}`,
		doNothing: 'Do nothing',
		send: 'Send this line',
		sendTo: (target: string) => `Send this line to ${target}`,
		sendRest: (count: number, isAll: boolean, target: string | undefined) =>
			`Send the ${isAll ? 'rest' : 'next'} (${count})${target === undefined ? '' : ` to ${target}`}`,
		drop: 'Skip this line',
		/** The outcome or kind of a line. */
		words: {
			waiting: '',
			armed: 'send?',
			open: 'sending',
			sent: 'sent',
			refused: 'refused',
			unsure: 'may have run',
			dropped: 'skipped',
			destructive: 'destructive',
		},
		/** Why the review has stopped. `rest`: how many lines still wait. */
		stopped: {
			refused: (place: number, reason: string, rest: number) =>
				`Line ${place} was refused (${reason}).${restNotSent(rest)}`,
			unsure: (place: number, reason: string, rest: number) =>
				`Line ${place} may have run (${reason}) and is not sent again.${restNotSent(rest)}`,
		},
		awaitsAnswers: 'Waiting for the answers. If you close the review, commands already sent continue.',
		keys: message`${key('paste.up', 'up')} ${key('paste.down', 'down')} select line   ${key('paste.next')} ${key('paste.next', 'right')} next button   ${key('paste.press')} press   ${key('paste.leave')} close`,
		nothingSent: 'Nothing is sent until you confirm it.',
		againSends: message` Press ${key('paste.press')} again to send it.`,
		destructive: (danger: string, again: Message) => message`This looks destructive: ${danger}${again}`,
		tooMany: (count: number, most: number) =>
			`${count} lines pasted, but at most ${most} can be reviewed. Nothing was sent.`,
		ended: ({sent, unsure, refused}: {sent: number; unsure: number; refused: number}, total: number) => {
			const others = [
				unsure > 0 ? `${unsure} may have run, ` : '',
				refused > 0 ? `${refused} refused, ` : '',
			];
			const rest = total - sent - unsure - refused;
			if (rest === total) return `Nothing sent (${plural(total, 'line')} discarded).`;
			return `${sent} of ${total} pasted lines sent, ${others.join('')}${rest} not sent.`;
		},
	},
	/** `several`: the number of servers if there are several, and a text such as `430 players`. */
	confirm: (
		seconds: number,
		several: {count: number; players: string} | undefined,
		danger: string | undefined,
	): Message => {
		const again = message`${key('input.send')} again`;
		const looks = danger === undefined ? '' : ` This looks destructive: ${danger}`;
		return several
			? message`${plural(several.count, 'server')}, ${several.players}: press ${again} to send it.${looks}`
			: message`This looks destructive: press ${again} within ${seconds}s to send it. ${danger ?? ''}`;
	},
	/** `danger` is a sentence such as `KickPlayer: Removes a player.` */
	dangerTo: (danger: string, names: string) => `${danger} Player: ${names}.`,
	confirmHidden: (server: string, looks: string): Message =>
		message`${server} is hidden by the filter. Press ${key('input.send')} again to send it to ${server} anyway.${looks}`,
	looksDestructive: (danger: string) => ` This looks destructive: ${danger}`,
	joined: (pending: string) => `It continues "${pending}", which was not confirmed.`,
	confirmJoined: (joined: string): Message => message`${joined} Press ${key('input.send')} again to send it.`,
	nothingToSend: 'Nothing to send: type a command, for example ListPlayers or status.',
	selectionGone: 'None of the selected servers is still in the list. Nothing was sent.',
	serverGone: 'This server is not in the list at the moment. Nothing was sent, and the text is kept.',
	target: {
		notOnline: (count: number) => `${count} not online`,
		hidden: (count: number) => `${count} hidden by the filter`,
	},
	keptOut: 'Not saved to the history: the command seems to contain a secret.',
};
