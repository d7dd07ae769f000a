/** A word to the admin in the hint bar; the newest is shown. */
export type Notice = {id: string; at: number; tone: 'info' | 'done' | 'warning' | 'failure'; text: string};

export type NoticesState = readonly Notice[];

export type NoticeEvent = {type: 'notices/added'; notice: Notice} | {type: 'notices/expired'; id: string};

export function reduceNotices(state: NoticesState, event: NoticeEvent): NoticesState {
	switch (event.type) {
		case 'notices/added':
			return [...state.slice(-9), event.notice];
		case 'notices/expired':
			return state.some(notice => notice.id === event.id)
				? state.filter(notice => notice.id !== event.id)
				: state;
	}
}
