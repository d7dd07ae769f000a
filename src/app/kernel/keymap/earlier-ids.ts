import type {CommandId} from '../../../messages/command-ids.ts';

/** Command ids up to 0.1.0, which users' files may still contain, with their current ids. */
export const earlierIds = {
	'console.keepSearch': 'console.acceptSearch',
	'filter.keep': 'filter.accept',
	'help.pageDown': 'help.down',
	'help.pageUp': 'help.up',
	'list.clearMarks': 'list.clearSelection',
	'list.mark': 'list.select',
	'list.markAll': 'list.selectAll',
	'search.begin': 'search.open',
	'take.copy': 'export.copy',
	'take.export': 'export.open',
	'take.stop': 'export.stop',
	'timelineFilter.keep': 'timelineFilter.accept',
	'view.mark': 'timeline.bookmark',
	'view.nextTrouble': 'view.nextAlert',
	'watch.begin': 'watch.start',
} as const satisfies Record<string, CommandId>;
