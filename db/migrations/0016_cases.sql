CREATE TABLE `case_activity` (
	`id` text PRIMARY KEY NOT NULL,
	`case_number` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`rule` text,
	`act` text NOT NULL,
	`detail` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_number`) REFERENCES `cases`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `case_activity_of_case` ON `case_activity` (`case_number`,`created_at`);--> statement-breakpoint
CREATE INDEX `case_activity_of_actor` ON `case_activity` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE TABLE `case_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`case_number` text NOT NULL,
	`action` text NOT NULL,
	`ground` text,
	`code` text,
	`facts` text DEFAULT '' NOT NULL,
	`reply` text,
	`target` text,
	`until` integer,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`rule` text,
	`undo` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`case_number`) REFERENCES `cases`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "case_decisions_ground" CHECK((ground is null) = (code is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_decisions_of_case` ON `case_decisions` (`case_number`);--> statement-breakpoint
CREATE INDEX `case_decisions_to_end` ON `case_decisions` (`until`) WHERE until is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX `case_decisions_of_actor` ON `case_decisions` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE TABLE `case_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`case_number` text NOT NULL,
	`kind` text NOT NULL,
	`member_id` text,
	`email` text,
	`locale` text,
	`reference` text,
	`mail_id` text,
	`created_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`case_number`) REFERENCES `cases`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_letters_of_case` ON `case_letters` (`case_number`);--> statement-breakpoint
CREATE INDEX `case_letters_to_write` ON `case_letters` (`created_at`) WHERE mail_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `case_letters_of_mail` ON `case_letters` (`mail_id`) WHERE mail_id is not null;--> statement-breakpoint
CREATE INDEX `case_letters_of_member` ON `case_letters` (`member_id`) WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX `case_letters_by_address` ON `case_letters` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE TABLE `case_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`case_number` text NOT NULL,
	`kind` text NOT NULL,
	`member_id` text,
	`report_id` text,
	`complaint_number` text,
	`rule` text,
	`place` text,
	`law` text,
	`text` text DEFAULT '' NOT NULL,
	`name` text,
	`email` text,
	`locale` text,
	`evidence` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_number`) REFERENCES `cases`(`number`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`complaint_number`) REFERENCES `complaints`(`number`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_sources_of_case` ON `case_sources` (`case_number`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `case_sources_of_report` ON `case_sources` (`report_id`) WHERE report_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `case_sources_of_complaint` ON `case_sources` (`complaint_number`) WHERE complaint_number is not null;--> statement-breakpoint
CREATE INDEX `case_sources_of_member` ON `case_sources` (`member_id`) WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX `case_sources_by_address` ON `case_sources` (`email`,`created_at`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `case_sources_by_kind` ON `case_sources` (`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `cases` (
	`number` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`subject_kind` text NOT NULL,
	`subject_id` text,
	`status` text DEFAULT 'open' NOT NULL,
	`priority` integer NOT NULL,
	`assignee_id` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`assignee_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_of_subject` ON `cases` (`subject_kind`,`subject_id`) WHERE status = 'open' and subject_id is not null;--> statement-breakpoint
CREATE INDEX `cases_of_subject` ON `cases` (`subject_id`) WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`priority`,`created_at`,`number`) WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX `cases_closed` ON `cases` (`closed_at`,`number`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `cases_of_member` ON `cases` (`member_id`);--> statement-breakpoint
CREATE INDEX `cases_of_assignee` ON `cases` (`assignee_id`) WHERE assignee_id is not null;--> statement-breakpoint
ALTER TABLE `members` ADD `paused_by_case` text;--> statement-breakpoint
ALTER TABLE `members` ADD `limited_until` integer;