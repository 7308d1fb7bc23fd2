CREATE TABLE `complaints` (
	`number` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`reference` text NOT NULL,
	`profile_id` text,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `complaints_open` ON `complaints` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `complaints_closed` ON `complaints` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `complaints_to_answer` ON `complaints` (`closed_at`) WHERE answer is not null and answered_at is null;--> statement-breakpoint
CREATE INDEX `complaints_by_address` ON `complaints` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `complaints_of_member` ON `complaints` (`member_id`);--> statement-breakpoint
CREATE INDEX `complaints_about` ON `complaints` (`profile_id`) WHERE profile_id is not null;