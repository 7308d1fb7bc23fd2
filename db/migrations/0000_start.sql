CREATE TABLE `attempts` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `attempts_by_end` ON `attempts` (`ends_at`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text NOT NULL,
	`ban_reason` text,
	`name` text NOT NULL,
	`country` text,
	`countryregion` text,
	`city` text,
	`gender` text,
	`date_of_birth` text,
	`language` text NOT NULL,
	`locale` text NOT NULL,
	`timezone` text,
	`personal` text,
	`main_image_id` text,
	`is_fictional` integer DEFAULT false NOT NULL,
	`has_photo` integer DEFAULT false NOT NULL,
	`active_bucket` integer DEFAULT 0 NOT NULL,
	`last_active_at` integer DEFAULT 0 NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`hide_presence` integer DEFAULT false NOT NULL,
	`hide_fictional` integer DEFAULT false NOT NULL,
	`hidden_words` text DEFAULT '[]' NOT NULL,
	`saved_search` text,
	`credits` integer DEFAULT 0 NOT NULL,
	`premium_until` integer,
	`payment_country` text,
	`payment_country_changed_at` integer,
	`last_signup_step` integer,
	`signup_key` text,
	`signup_origin` text,
	`created_at` integer NOT NULL,
	`birth_year` integer GENERATED ALWAYS AS (cast(substr(date_of_birth, 1, 4) as integer)) STORED,
	`walk_rank` integer GENERATED ALWAYS AS (is_fictional * 8589934592 + (1 - has_photo) * 4294967296 + 4294967295 - active_bucket) STORED,
	`is_searchable` integer GENERATED ALWAYS AS (status = 'active' and is_paused = 0 and country is not null and gender is not null and date_of_birth is not null) STORED,
	CONSTRAINT "members_credits_not_negative" CHECK(credits >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_unique` ON `members` (`email`);--> statement-breakpoint
CREATE INDEX `members_walk` ON `members` (`country`,`gender`,`walk_rank`,`id`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_walk_by_year` ON `members` (`country`,`gender`,`birth_year`,`walk_rank`,`id`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_of_member` ON `sessions` (`member_id`,`token_hash`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalogue` (
	`kind` text NOT NULL,
	`parent` text DEFAULT '' NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`labels` text NOT NULL,
	PRIMARY KEY(`kind`, `parent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `regions` (
	`id` text PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `regions_of_country` ON `regions` (`country`,`name`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`opener_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "conversations_ordered" CHECK(first_id < second_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_of_pair` ON `conversations` (`first_id`,`second_id`);--> statement-breakpoint
CREATE TABLE `first_messages` (
	`member_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`text_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE INDEX `first_messages_by_time` ON `first_messages` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `inbox` (
	`member_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`other_id` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_sender_id` text DEFAULT '' NOT NULL,
	`last_at` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	`cleared_to` integer DEFAULT 0 NOT NULL,
	`is_listed` integer DEFAULT false NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE INDEX `inbox_newest_first` ON `inbox` (`member_id`,last_at desc,`conversation_id`) WHERE is_listed;--> statement-breakpoint
CREATE INDEX `inbox_unread` ON `inbox` (`member_id`,`unread`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_in_order` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ledger_of_member` ON `ledger` (`member_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`reason`,`reference`);--> statement-breakpoint
CREATE TABLE `likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`is_new` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked_id`,is_new desc,created_at desc,`liker_id`);--> statement-breakpoint
CREATE INDEX `likes_given` ON `likes` (`liker_id`,created_at desc,`liked_id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`accepted_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX `mails_of_member` ON `mails` (`member_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`position` integer NOT NULL,
	`thumb` text NOT NULL,
	`medium` text NOT NULL,
	`large` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`thumbhash` text NOT NULL,
	`is_nude` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `images_of_member` ON `images` (`member_id`,`position`);--> statement-breakpoint
CREATE TABLE `member_fields` (
	`member_id` text NOT NULL,
	`field_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`member_id`, `field_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `member_interests` (
	`member_id` text NOT NULL,
	`interest_id` text NOT NULL,
	PRIMARY KEY(`member_id`, `interest_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_received` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE TABLE `hides` (
	`member_id` text NOT NULL,
	`hidden_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `hidden_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hidden_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
