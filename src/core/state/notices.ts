/** A word to the admin in the hint bar; the newest is shown. */
export type Notice = {
	id: string;
	at: number;
	tone: 'info' | 'done' | 'warning' | 'failure';
	text: string;
	/** Why a key did nothing: of no use to who goes on with another key. */
	passing?: true;
};

export type NoticesState = readonly Notice[];

export type NoticeEvent =
	| {type: 'notices/added'; notice: Notice}
	| {type: 'notices/expired'; id: string}
	/** Somebody goes on: those that only said why a key did nothing, and were readable since `before`, go. */
	| {type: 'notices/passed'; before: number};

export function reduceNotices(state: NoticesState, event: NoticeEvent): NoticesState {
	switch (event.type) {
		case 'notices/added':
			return [...state.slice(-9), event.notice];
		case 'notices/expired':
			return state.some(notice => notice.id === event.id)
				? state.filter(notice => notice.id !== event.id)
				: state;
		case 'notices/passed': {
			const isOver = ({passing, at}: Notice) => passing === true && at <= event.before;
			return state.some(isOver) ? state.filter(notice => !isOver(notice)) : state;
		}
	}
}
