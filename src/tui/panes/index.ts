import type {ComponentType} from 'react';
import type {Rect} from '../../app/kernel/screens/layout.ts';
import type {PaneId} from '../../app/kernel/state/view-state.ts';
import {screenIds, screenWords} from '../../messages/screen-words.ts';
import {Console} from './console.tsx';
import {ListScreen} from './list-screen.tsx';
import {Results} from './results.tsx';
import {ServerDetails} from './server-details.tsx';
import {ServerList} from './server-list.tsx';
import {Timeline} from './timeline.tsx';
import {paneMessages} from '../../messages/screens.ts';

type Pane = {id: PaneId; name: string; component: ComponentType<{rect: Rect}>};

/** All panes. The layout decides where and whether they are shown. */
export const panes: readonly Pane[] = [
	{id: 'servers', name: paneMessages.names.servers, component: ServerList},
	{id: 'console', name: 'console', component: Console},
	{id: 'results', name: 'answers', component: Results},
	{id: 'details', name: 'details', component: ServerDetails},
	{id: 'timeline', name: 'timeline', component: Timeline},
	...screenIds.map(id => ({
		id,
		name: paneMessages.listOf(screenWords[id].pluralName),
		component: ListScreen,
	})),
];
